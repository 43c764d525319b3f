import { v7 } from 'uuid'
import { fieldConfigList, fieldConfigSave } from '#contract/calls/settings/field-config.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { customPrefix, mayHide, type View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { dictionaryCode } from '#contract/kit/fields/field.ts'
import { entities } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'

const named = (name: unknown) => entities.find((of) => of.name === name)

type Setting = AnswerOf<typeof fieldConfigList>[number]

const unsaid = { isRequired: 0, sort: null, width: null } as const

/** The choices of a field by its name in a view, where they are rows. */
function choicesIn(view: View, name: string): Pick<Setting, 'choices'> {
  const field = view.fields[name]
  if (field?.kind !== 'choice' || field.dictionary === undefined) return {}
  return {
    choices: Object.entries(field.of).map(([key, { zh, en, sealed }]) => ({ key, zh, en, isSealed: sealed ? (1 as const) : (0 as const) })),
  }
}

function list(context: Context) {
  const { entity } = read({ entity: fieldConfigList.input.entity }, { entity: context.input.entity }) as { entity?: string | null }
  const { config, custom, view } = context.actor.settings
  const settingsOf = (of: Entity): Setting[] => {
    const seen = view(of)
    const said = config.filter((row) => row.entity === of.name)
    const silent = Object.entries(of.fields).flatMap(([fieldCode, field]) =>
      dictionaryCode(field) !== undefined && !said.some((row) => row.fieldCode === fieldCode)
        ? [{ entity: of.name, fieldCode, isShow: 1 as const, alias: null, fieldAssociation: null, ...unsaid }]
        : [],
    )
    const own = custom.filter((row) => row.entity === of.name)
    return [
      ...[...said, ...silent].map(({ fieldCode, isShow, alias, fieldAssociation, isRequired, sort, width }) => ({
        entity: of.name,
        fieldCode,
        isShow,
        alias,
        fieldAssociation,
        isRequired: isRequired ?? 0,
        sort: sort ?? null,
        width: width ?? null,
        ...choicesIn(seen, fieldCode),
      })),
      ...own.map((row) => ({
        entity: row.entity,
        fieldCode: customPrefix + row.code,
        isShow: 1 as const,
        alias: null,
        fieldAssociation: null,
        ...unsaid,
        custom: row,
        ...choicesIn(seen, customPrefix + row.code),
      })),
    ]
  }
  return { queries: [], answer: () => entities.filter((of) => !entity || of.name === entity).flatMap(settingsOf) }
}

async function save(context: Context, tx: Transaction) {
  const input = read(fieldConfigSave.input, context.input) as {
    entity: string
    fields: {
      fieldCode: string
      isShow: 0 | 1
      alias?: string | null
      fieldAssociation?: string | null
      isRequired?: 0 | 1 | null
      sort?: number | null
      width?: number | null
    }[]
  }
  const of = named(input.entity)
  if (!of) throw refusalOf([{ field: 'entity', label: fieldConfigSave.input.entity, rule: 'absent' }])
  for (const row of input.fields) {
    const field = Object.hasOwn(of.fields, row.fieldCode) ? of.fields[row.fieldCode] : undefined
    if (!field) throw refusalOf([{ field: 'fieldCode', label: { zh: `“${row.fieldCode}”`, en: `“${row.fieldCode}”` }, rule: 'absent' }])
    if (row.isShow === 0 && !mayHide(of, row.fieldCode))
      throw new Refusal(
        'rule',
        field.alwaysShown
          ? { zh: `系统规则要用到“${field.zh}”，不能隐藏`, en: `Rules of the program need “${field.en}”, so it cannot be hidden` }
          : { zh: `“${field.zh}”是必填字段，不能隐藏`, en: `“${field.en}” is required and cannot be hidden` },
      )
    const { rows } = await tx.run({
      text: `insert into field_config (tenant_id, id, entity, field_code, is_show, alias, field_association, is_required, sort, width, created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $7, $9, $10, $11, $8, $8)
        on conflict (tenant_id, entity, field_code) do update set is_show = excluded.is_show, alias = excluded.alias, field_association = excluded.field_association,
          is_required = case when $12 then excluded.is_required else field_config.is_required end, sort = case when $13 then excluded.sort else field_config.sort end,
          width = case when $14 then excluded.width else field_config.width end,
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
        row.isRequired ?? null,
        row.sort ?? null,
        row.width ?? null,
        // What a client does not name stays.
        row.isRequired !== undefined,
        row.sort !== undefined,
        row.width !== undefined,
      ],
    })
    const saved = rows[0]!
    record(context, tx, { entity: 'fieldConfig', entityId: String(saved.id), verb: 'change', version: Number(saved.version), input: row })
  }
  return { saved: input.fields.length }
}

export const fieldConfigAnswers: readonly Answer[] = [answer(fieldConfigList, { read: list }), answer(fieldConfigSave, { write: save })]
