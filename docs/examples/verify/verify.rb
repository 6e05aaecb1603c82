# Is a webhook genuine? WEBHOOK_SECRET=whsec_… ruby verify.rb ID TIMESTAMP SIGNATURES < body
require "base64"
require "openssl"

TOLERANCE_SECONDS = 300

# headers by their lower-case names; body as it came, before anything has parsed it:
# request.raw_post in Rails, request.body.read in Rack.
def genuine?(headers, body, secret)
  id, timestamp, signatures =
    headers.values_at("webhook-id", "webhook-timestamp", "webhook-signature").map(&:to_s)
  return false if id.empty? || signatures.empty? || !timestamp.match?(/\A\d+\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_SECONDS

  key = Base64.decode64(secret.delete_prefix("whsec_"))
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
  expected = "v1,#{Base64.strict_encode64(digest)}"
  # Several while a secret is rotated; one that fits is enough.
  signatures.split(" ").any? do |given|
    given.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(given, expected)
  end
end

if $PROGRAM_NAME == __FILE__
  names = %w[webhook-id webhook-timestamp webhook-signature]
  genuine = genuine?(names.zip(ARGV).to_h, $stdin.binmode.read, ENV.fetch("WEBHOOK_SECRET"))
  puts genuine ? "genuine" : "refused"
end
