# Renders files with the engines of Ruby: ruby engines.rb INPUT_FOLDER OUTPUT_FOLDER
require "erb"
require "fileutils"
require "liquid"

input, output = ARGV
# As Jekyll includes a file.
Liquid::Template.file_system = Object.new.tap do |files|
  files.define_singleton_method(:read_template_file) { |name| File.read(File.join(input, name)) }
end
engines = {
  "liquid" => ->(_, name) { Liquid::Template.parse("{% include '#{name}' %}", error_mode: :strict).render! },
  "erb" => ->(text, _) { ERB.new(text, trim_mode: "%<>").result },
}
engines.each do |engine, render|
  FileUtils.mkdir_p(File.join(output, engine))
  Dir.children(input).each do |name|
    result =
      begin
        render.call(File.read(File.join(input, name)), name)
      rescue StandardError, SyntaxError => error
        "FAILED: #{error}"
      end
    File.write(File.join(output, engine, name), result)
  end
end
