#!/bin/sh
# The roles and the database of the program on your own PostgreSQL: POSTGRES_USER (a superuser), OWNER_PASSWORD, APP_PASSWORD, JOBS_PASSWORD.
# None of the three is a superuser, bypasses row level security or creates roles. Without superuser for the program, keyword search uses a table of its own.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -v jobs="$JOBS_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
create role wardkeeper_owner login password :'owner';
create role wardkeeper_app login password :'app';
create role wardkeeper_jobs login password :'jobs';
create database wardkeeper owner wardkeeper_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke all on database wardkeeper from public;
grant connect on database wardkeeper to wardkeeper_app;
grant connect, create on database wardkeeper to wardkeeper_jobs;
SQL
