// Renders a partial of a Ghost theme with its engine: node ghost.js PARTIAL SLUG
'use strict';
const fs = require('fs');
const handlebars = require('handlebars');
const [partial, slug] = process.argv.slice(2);
handlebars.registerPartial('comments', fs.readFileSync(partial, 'utf8'));
process.stdout.write(handlebars.compile('{{> comments}}')({ slug }));
