import { customField } from '#contract/entities/settings/custom-field.ts'
import { customPrefix } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'

function refuseEmptyChoice(kind: unknown, options: unknown): void {
  if (kind === 'choice' && !String(options ?? '').trim())
    throw new Refusal('rule', { zh: '单选字段至少要有一个选项', en: 'A choice field needs at least one choice' })
  if (
    String(options ?? '')
      .split('\n')
      .some((line) => line.length > 100)
  )
    throw new Refusal('rule', { zh: '每个选项不能超过 100 个字', en: 'A choice must not be longer than 100 characters' })
}

/** Refuses a field of a dictionary that neither the hospital nor the system has. */
async function refuseNoDictionary(tx: Transaction, kind: unknown, code: unknown): Promise<void> {
  if (kind !== 'dictionary') return
  const label = customField.fields.dictionaryCode
  if (!code) throw refusalOf([{ field: 'dictionaryCode', label, rule: 'required' }])
  const { rows } = await tx.run({
    text: `select 1 from dict_biz where tenant_id = $1 and code = $2 and parent_id is null union all select 1 from dict where code = $2 and parent_id is null`,
    values: [tx.tenantId, code],
  })
  if (rows.length === 0) throw refusalOf([{ field: 'dictionaryCode', label, rule: 'absent' }])
}

/** What the index of searchable values holds of a field, made again from the rows. */
function reindex(tx: Transaction, entity: string, code: string, isSearch: boolean): void {
  const name = customPrefix + code
  tx.later({ text: 'delete from custom_value where tenant_id = $1 and entity = $2 and code = $3', values: [tx.tenantId, entity, name] })
  const of = entityNamed(entity)
  if (isSearch)
    tx.later({
      text: `insert into custom_value (tenant_id, entity, code, value, id) select tenant_id, $2, $3, custom ->> $3, id from ${tableName(of)}
        where tenant_id = $1 and custom ->> $3 is not null${of.softDelete ? ' and not is_deleted' : ''}`,
      values: [tx.tenantId, entity, name],
    })
}

hook(customField, {
  async afterSave(_, tx, { id }) {
    const { rows } = await tx.run({
      text: 'select entity, code, is_search from custom_field where tenant_id = $1 and id = $2',
      values: [tx.tenantId, id],
    })
    reindex(tx, String(rows[0]!.entity), String(rows[0]!.code), rows[0]!.is_search === 1)
  },
  async beforeRemove(_, tx, { rows }) {
    for (const row of rows) {
      reindex(tx, String(row.entity), String(row.code), false)
      // A later field of the same code must not find the values of this one.
      tx.later({
        text: `update ${tableName(entityNamed(String(row.entity)))} set custom = custom - $2::text where tenant_id = $1 and custom ? $2::text`,
        values: [tx.tenantId, customPrefix + String(row.code)],
      })
    }
  },
  async beforeAdd(_, tx, { draft }) {
    refuseEmptyChoice(draft.fieldKind, draft.options)
    await refuseNoDictionary(tx, draft.fieldKind, draft.dictionaryCode)
    return undefined
  },
  async beforeChange(_, tx, { row, draft }) {
    const merged: Parsed = { fieldKind: row.field_kind, options: row.options, dictionaryCode: row.dictionary_code, ...draft }
    // The code and kind name and read what cards hold already.
    for (const [wire, column] of [
      ['code', 'code'],
      ['fieldKind', 'field_kind'],
      ['entity', 'entity'],
      ['dictionaryCode', 'dictionary_code'],
    ] as const)
      if (wire in draft && (draft[wire] ?? null) !== row[column])
        throw new Refusal('rule', {
          zh: '字段的编码、类型和对象保存后不能修改',
          en: 'The code, type and record type of a field cannot change once saved',
        })
    refuseEmptyChoice(merged.fieldKind, merged.options)
    await refuseNoDictionary(tx, merged.fieldKind, merged.dictionaryCode)
    return undefined
  },
})
