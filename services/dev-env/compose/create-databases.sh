#!/bin/sh
# Creates the database of each service and its two roles, or sets their passwords anew. PostgreSQL's image runs it on an
# empty data folder; for an existing installation: docker compose exec postgres sh /docker-entrypoint-initdb.d/create-databases.sh
set -eu

create() {
  psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=database="$1" --username="$POSTGRES_USER" --dbname=postgres <<SQL
select format('create database %I', :'database') where not exists (select from pg_database where datname = :'database') \gexec
SQL
  # Passwords are read from the environment: arguments are visible to every process.
  psql --no-psqlrc --quiet --output=/dev/null --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$1" <<SQL
\set owner $1_owner
\set process $1
\getenv owner_password $2_OWNER_PASSWORD
\getenv process_password $2_PASSWORD
\i /roles/database-roles.sql
SQL
}

create production_lists PRODUCTION_LISTS
create order_documents ORDER_DOCUMENTS
create webhooks WEBHOOKS
