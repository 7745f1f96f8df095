// Renders a template as Eleventy does: its front matter, and in Nunjucks the shortcodes of its configuration.
//   node eleventy.js CONFIGURATION TEMPLATE
'use strict';
const fs = require('fs');
const path = require('path');
const nunjucks = require('nunjucks');
const [configuration, template] = process.argv.slice(2);

const environment = new nunjucks.Environment();
require(path.resolve(configuration))({
  addWatchTarget() {},
  addShortcode(name, write) {
    environment.addExtension(name, {
      tags: [name],
      parse(parser, nodes) {
        const token = parser.nextToken();
        const values = parser.parseSignature(true, true);
        parser.advanceAfterBlockEnd(token.value);
        return new nodes.CallExtension(this, 'run', values);
      },
      run: (context, ...values) => new nunjucks.runtime.SafeString(write(...values)),
    });
  },
});
const [, matter, text] = /^---\n([^]*?)\n---\n([^]*)$/.exec(fs.readFileSync(template, 'utf8'));
const data = Object.fromEntries(matter.split('\n').map(line => line.split(/:\s*/, 2)));
process.stdout.write(environment.renderString(text, data));
