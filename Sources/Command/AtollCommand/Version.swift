/// The version of Atoll.
///
/// `script/version` reads it from this line for packages, images and recipes.
let atollVersion = "0.2.0"
