import type { TableKind } from '#contract/kit/entity.ts'

/** The tables that are no entities, by name, and whose rows they hold. */
export const ownTables: Readonly<Record<string, TableKind>> = {
  tenant: 'platform',
  api_scope: 'platform',
  program_state: 'platform',
  captcha: 'platform',
  dict: 'platform',
  sync_meta: 'platform',
  sync_mark: 'platform',
  person: 'person',
  membership: 'person',
  tenant_epoch: 'tenant',
  session: 'tenant',
  sign_in_attempt: 'tenant',
  refresh_token: 'tenant',
  role_grant: 'tenant',
  role_api_scope: 'tenant',
  role_dept: 'tenant',
  user_role: 'tenant',
  role_hidden_menu: 'tenant',
  number_counter: 'tenant',
  audit_event: 'tenant',
  client_log: 'tenant',
  search_gram: 'tenant',
  custom_value: 'tenant',
  sync_change: 'tenant',
  sync_op: 'tenant',
  import_row: 'tenant',
  import_problem: 'tenant',
  import_heading: 'tenant',
  import_value: 'tenant',
  sync_purge: 'tenant',
  file_part: 'tenant',
  device_count: 'tenant',
  password_rule: 'tenant',
  dict_biz: 'tenant',
  secret: 'tenant',
  home_layout: 'tenant',
  background_job: 'tenant',
  timed_job: 'platform',
}

/** Columns that tables of entities have beside the declared ones, with their types; none may be empty. */
export const ownColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  app_user: { person_id: 'uuid' },
  role: { default_key: 'text' },
}
