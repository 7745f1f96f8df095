import Atoll
import AtollArguments
import AtollBatch
import AtollBytes

extension BatchCommandRun {
  /// Sets the options for mails about notifications, if `--notification` is given.
  static func configureNotifications(
    _ arguments: BatchArguments, in options: inout Options
  ) throws {
    guard arguments.settings.readsNotifications else {
      return try arguments.common.given.reject(
        ["combine", "rejection-reason", "guidelines"], advice: "add --notification"
      ) { "\($0) is about notifications" }
    }
    guard [.email, .emailHTML, .emailText].contains(options.format) else {
      throw Failure(commandLine: "--notification writes mails", advice: "add --format email")
    }
    let others = [
      "group", "store", "for-store", "hashes", "cards", "campaign", "since-store", "skip-empty",
      "strip-key",
    ]
    try arguments.common.given.reject(
      others + DisplayArguments.threadOptions.map(\.name), advice: "leave one of the two out"
    ) { "--notification writes a mail about one comment, so \($0) has no effect" }
    // The comment is set later, for each notification.
    options.focus = ""
  }

  /// Returns the campaign that the arguments ask for; `nil` without `--campaign`.
  static func campaign(
    _ arguments: BatchArguments, options: Options
  ) throws -> Campaign? {
    guard let name = arguments.campaignName else { return nil }
    try arguments.common.given.reject(
      ["group", "store", "for-store", "hashes", "cards"], advice: "leave one of the two out"
    ) { "--campaign writes the mails of stories into result lines, so \($0) has no effect" }
    return try campaign(named: name, display: arguments.display, options: options)
  }

  /// Returns a campaign that renders mails with these options, but in each recipient's language and
  /// time zone.
  static func campaign(
    named name: String, display: DisplayArguments, options: Options
  ) throws -> Campaign {
    guard options.format == .email else {
      throw Failure(commandLine: "--campaign writes mails", advice: "add --format email")
    }
    let style = try StyleInputs.style(display.style)
    let templates = try StyleInputs.templates(in: display.templateFolder)
    return Campaign(name) { (settings) throws(AtollError) in
      var options = options
      do {
        // The renderer rejects unsupported languages.
        if let locale = settings.locale { options.language = locale }
        if let zone = settings.zone {
          options.zone = try ValueForm<ZoneSetting>.zone.value(of: zone).rules
        }
      } catch {
        let failure = Failure(error)
        throw AtollError(.input, message: failure.message, advice: failure.advice)
      }
      return try Renderer(options: options, style: style, templates: templates)
    }
  }
}
