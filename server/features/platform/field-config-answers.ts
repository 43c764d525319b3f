import { v7 } from 'uuid'
import { fieldConfigList, fieldConfigSave } from '#contract/calls/field-config.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { customPrefix } from '#contract/kit/view.ts'
import { entities } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/event.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'

const named = (name: unknown) => entities.find((of) => of.name === name)

function list(context: Context) {
  const { entity } = read({ entity: fieldConfigList.input.entity }, { entity: context.input.entity }) as { entity?: string | null }
  const { config, custom } = context.actor.settings
  const said = config.filter((row) => !entity || row.entity === entity)
  const own = custom.filter((row) => !entity || row.entity === entity)
  return {
    queries: [],
    answer: () => [
      ...said.map(({ entity: of, fieldCode, isShow, alias, fieldAssociation }) => ({
        entity: of,
        fieldCode,
        isShow,
        alias,
        fieldAssociation,
      })),
      ...own.map((row) => ({
        entity: row.entity,
        fieldCode: customPrefix + row.code,
        isShow: 1 as const,
        alias: null,
        fieldAssociation: null,
        custom: row,
      })),
    ],
  }
}

async function save(context: Context, tx: Transaction) {
  const input = read(fieldConfigSave.input, context.input) as {
    entity: string
    fields: { fieldCode: string; isShow: 0 | 1; alias?: string | null; fieldAssociation?: string | null }[]
  }
  const of = named(input.entity)
  if (!of) throw refusalOf([{ field: 'entity', label: fieldConfigSave.input.entity, rule: 'absent' }])
  for (const row of input.fields) {
    const field = Object.hasOwn(of.fields, row.fieldCode) ? of.fields[row.fieldCode] : undefined
    if (!field) throw refusalOf([{ field: 'fieldCode', label: { zh: `“${row.fieldCode}”`, en: `“${row.fieldCode}”` }, rule: 'absent' }])
    if (row.isShow === 0 && (field.required || row.fieldCode === of.title))
      throw new Refusal('rule', { zh: `“${field.zh}”是必填字段，不能隐藏`, en: `“${field.en}” is required and cannot be hidden` })
    const { rows } = await tx.run({
      text: `insert into field_config (tenant_id, id, entity, field_code, is_show, alias, field_association, created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
        on conflict (tenant_id, entity, field_code) do update set is_show = excluded.is_show, alias = excluded.alias, field_association = excluded.field_association,
          version = field_config.version + 1, updated_by = excluded.updated_by, updated_at = now() returning id, version`,
      values: [
        tx.tenantId,
        v7(),
        of.name,
        row.fieldCode,
        row.isShow,
        row.alias ?? null,
        row.fieldAssociation ?? null,
        context.actor.userId,
      ],
    })
    const saved = rows[0]!
    record(context, tx, { entity: 'fieldConfig', entityId: String(saved.id), verb: 'change', version: Number(saved.version), input: row })
  }
  return { saved: input.fields.length }
}

export const fieldConfigAnswers: readonly Answer[] = [answer(fieldConfigList, { read: list }), answer(fieldConfigSave, { write: save })]
