<?php
// Is a webhook genuine? WEBHOOK_SECRET=whsec_… php verify.php ID TIMESTAMP SIGNATURES < body

const TOLERANCE_SECONDS = 300;

/** $headers by their lower-case names; $body as it came: file_get_contents('php://input'). */
function is_genuine(array $headers, string $body, string $secret): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if ($id === '' || $signatures === '' || !ctype_digit($timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }

    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $digest = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
    $expected = 'v1,' . base64_encode($digest);
    // Several while a secret is rotated; one that fits is enough.
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $headers = array_combine(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        array_slice($argv, 1, 3),
    );
    $body = file_get_contents('php://stdin');
    echo is_genuine($headers, $body, getenv('WEBHOOK_SECRET')) ? "genuine\n" : "refused\n";
}
