#!/bin/sh
# Fills the passwords into the definitions, and starts RabbitMQ with them.
set -eu
umask 077
sed \
  -e "s|@PRODUCTION_LISTS_PASSWORD@|$PRODUCTION_LISTS_PASSWORD|" \
  -e "s|@ORDER_DOCUMENTS_PASSWORD@|$ORDER_DOCUMENTS_PASSWORD|" \
  -e "s|@WEBHOOKS_PASSWORD@|$WEBHOOKS_PASSWORD|" \
  "$DEFINITIONS" > "$FILLED_IN_DEFINITIONS"
exec "$@"
