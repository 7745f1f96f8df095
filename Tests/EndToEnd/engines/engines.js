// Renders files with the engines of Node: node engines.js INPUT_FOLDER OUTPUT_FOLDER
'use strict';
const fs = require('fs');
const path = require('path');
const nunjucks = require('nunjucks');
const ejs = require('ejs');
const handlebars = require('handlebars');
const [input, output] = process.argv.slice(2);

const engines = {
  nunjucks: text => new nunjucks.Environment().renderString(text, {}),
  ejs: text => ejs.render(text, {}),
  handlebars: text => handlebars.compile(text)({}),
  literal: text => new Function('return `' + text + '`')(),
  'js-replace': text => 'before<!--here-->after'.replace('<!--here-->', text).slice(6, -5),
};
for (const [engine, render] of Object.entries(engines)) {
  fs.mkdirSync(path.join(output, engine), { recursive: true });
  for (const name of fs.readdirSync(input)) {
    const text = fs.readFileSync(path.join(input, name), 'utf8');
    let result;
    try { result = render(text); } catch (error) { result = 'FAILED: ' + error.message; }
    fs.writeFileSync(path.join(output, engine, name), result);
  }
}
