-- The roles of one service's database; run as a superuser who is connected to it, for a new or an existing database:
--   \set owner webhooks_owner
--   \set owner_password ...
--   \set process webhooks
--   \set process_password ...
--   \i database-roles.sql
-- Give psql these lines on standard input, because its arguments (--set) are visible to other processes, and its option
-- --output=/dev/null, because the output has the passwords.
-- The owner runs migrations (DATABASE_MIGRATION_URL). The process reads and writes rows (DATABASE_URL), and nothing else.
select set_config('takeoff.owner', :'owner', false), set_config('takeoff.owner_password', :'owner_password', false),
  set_config('takeoff.process', :'process', false), set_config('takeoff.process_password', :'process_password', false);

do $$
declare
  owner text := current_setting('takeoff.owner');
  process text := current_setting('takeoff.process');
  role text;
  entry record;
begin
  foreach role in array array['owner', 'process'] loop
    if not exists (select from pg_roles where rolname = current_setting('takeoff.' || role)) then
      execute format('create role %I', current_setting('takeoff.' || role));
    end if;
    execute format(
      'alter role %I login password %L nosuperuser nobypassrls nocreatedb nocreaterole noreplication',
      current_setting('takeoff.' || role), current_setting('takeoff.' || role || '_password'));
  end loop;
  -- No role of another service may connect.
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to %I, %I', current_database(), owner, process);
  execute format('alter schema public owner to %I', owner);
  execute format('revoke all on schema public from public');
  execute format('grant usage on schema public to %I', process);
  -- What a database from before these roles contains. The sequence of a column follows its table.
  for entry in
    select format('table %I.%I', 'public', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
    union all
    select format('function %s', oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop
    execute format('alter %s owner to %I', entry.name, owner);
  end loop;
  execute format('grant select, insert, update, delete on all tables in schema public to %I', process);
  execute format('grant usage, select, update on all sequences in schema public to %I', process);
  -- What later migrations create.
  execute format(
    'alter default privileges for role %I in schema public grant select, insert, update, delete on tables to %I',
    owner, process);
  execute format(
    'alter default privileges for role %I in schema public grant usage, select, update on sequences to %I',
    owner, process);
end $$;

reset takeoff.owner_password;
reset takeoff.process_password;
