import type { Place } from './check.ts'
import type { Module } from './modules.ts'
import type { Schema } from './schema.ts'

/** Names of this style that come from elsewhere: the settings of PostgreSQL, OAuth, the interfaces of other programs, and a name that a statement composes. */
const foreign = new Set(
  `full_page_writes gin_pending_list_limit idle_in_transaction_session_timeout log_timezone max_connections max_parallel_workers_per_gather password_encryption
  shared_buffers synchronous_commit
  transaction_timeout work_mem
  get_height get_width shift_jis
  access_token code_challenge code_challenge_method email_verified end_session_endpoint error_description expires_in grant_type phone_number
  phone_number_verified post_logout_redirect_uri redirect_uri refresh_token response_type token_endpoint_auth_methods_supported token_type userinfo_endpoint
  second_factor user_name oauth_id
  biz_mail contact_type enable_duplicate_check login_type org_email state_code user_ticket userid_list
  device_class l1_categories key_name`.split(/\s+/),
)
const columnStyle = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/

/**
 * Holds the names of columns that TypeScript reads from rows or writes into them, such as `row.entry_status`: our own names have no underscores, so one that no table,
 * function or result of a statement has belongs to nothing. Which table a row comes from is not known here. `modules`: all files of the server.
 */
export function checkRowColumns(modules: readonly Module[], schema: Schema): { readonly wrong: readonly Place[]; readonly held: number } {
  const columns = [...schema.tables.values(), ...schema.functions.values()].flatMap((names) => [...names])
  const known = new Set([...columns, ...schema.tables.keys(), ...foreign])
  for (const { text } of modules) {
    for (const [, name] of text.matchAll(/\bas "?([a-z]\w*)\b/g)) known.add(name!)
    // The columns of a record set, such as `jsonb_to_recordset($1) as k(dept_id uuid)`.
    for (const [, list] of text.matchAll(/_to_recordset\([^()]*\) \w+\(([^()]+)\)/g))
      for (const one of list!.split(',')) known.add(one.trim().split(' ')[0]!)
  }
  const wrong: Place[] = []
  let held = 0
  for (const { path, text, program } of modules) {
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) for (const one of value) visit(one)
      if (!value || typeof value !== 'object' || Array.isArray(value)) return
      const node = value as { readonly type?: string; readonly name?: unknown; readonly start?: number }
      if (node.type === 'Identifier' && typeof node.name === 'string' && columnStyle.test(node.name)) {
        if (known.has(node.name)) held += 1
        else
          wrong.push({
            path,
            line: text.slice(0, node.start).split('\n').length,
            said: `${node.name}: no table or result has such a column`,
          })
      }
      for (const one of Object.values(node)) visit(one)
    }
    visit(program?.body)
  }
  return { wrong, held }
}
