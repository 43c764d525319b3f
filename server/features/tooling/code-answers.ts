import { Readable } from 'node:stream'
import { codeCopy, codeGenerate, codePreview, type codeSystems } from '#contract/calls/tooling/code.ts'
import { codeField } from '#contract/entities/tooling/code-field.ts'
import { codeForm } from '#contract/entities/tooling/code-form.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row, Rows } from '#server/db/query.ts'
import { logExport } from '#server/features/record/public.ts'
import { refuseElsewhere } from '#server/features/settings/public.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import type { Download } from '#server/kit/files/download.ts'
import { zipFile } from '#server/kit/files/zip-file.ts'
import { hook } from '#server/kit/hooks.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { columnName } from '#server/kit/table.ts'
import { submit } from '#server/kit/write/save.ts'
import { refuseUnfit } from './code-checks.ts'
import { type CodeFile, filesOf } from './code-files.ts'
import type { CodeForm } from './code-shape.ts'

type System = keyof typeof codeSystems

/** The values of a stored row by the names of its fields, without those that the program writes. */
const valuesOf = (of: Entity, row: Row): Raw =>
  Object.fromEntries(Object.entries(of.fields).flatMap(([name, field]) => (field.readOnly ? [] : [[name, row[columnName(name, field)]]])))

const formsQuery = `select * from code_form where tenant_id = $1 and id = any($2::uuid[]) and not is_deleted order by entity_name`
const fieldsQuery = `select f.* from code_field f join code_form c on c.tenant_id = f.tenant_id and c.id = f.form_id
  where f.tenant_id = $1 and f.form_id = any($2::uuid[]) and not c.is_deleted order by f.place`

/** Stored forms with their fields. */
const formsIn = (forms: Rows | undefined, fields: Rows | undefined): CodeForm[] =>
  forms!.rows.map((row) => ({
    ...valuesOf(codeForm, row),
    fields: fields!.rows.flatMap((line) => (line.form_id === row.id ? [valuesOf(codeField, line)] : [])),
  })) as unknown as CodeForm[]

/** Front ends of the given calls name theirs, for which the whole is written. */
const systemOf = (said: unknown): unknown =>
  said === undefined || (typeof said === 'string' && /^(saber|element)/.test(said)) ? 'desk' : said

/** Reads the forms that are asked for and makes their files; refuses one that is not there, or no longer fits the program. */
function filesPlan<T>(context: Context, make: (files: readonly CodeFile[]) => T | Promise<T>): ReadPlan<T> {
  refuseElsewhere(context, codeForm)
  const { ids, system } = read(codeGenerate.input, { ...context.input, system: systemOf(context.input.system) }) as {
    ids: string[]
    system: System
  }
  const values = [context.actor.tenantId, ids]
  return {
    queries: [
      { text: formsQuery, values },
      { text: fieldsQuery, values },
    ],
    async answer([forms, fields]) {
      const found = formsIn(forms, fields)
      if (found.length < ids.length || ids.length === 0) throw new Refusal('not_found', { what: codeForm })
      for (const form of found) await refuseUnfit(form)
      return make(await filesOf(found, system))
    },
  }
}

const generate = (context: Context): ReadPlan<Download> =>
  filesPlan(context, async (files) => {
    await logExport(context.tools.pool, context.actor, codeGenerate.may)
    return { download: 'code.zip', type: 'application/zip', body: Readable.from([zipFile(files)]) }
  })

const preview = (context: Context): ReadPlan<readonly CodeFile[]> => filesPlan(context, (files) => files)

/** Refuses a name whose table the database has already, for something that is no entity. */
async function refuseTable(tx: Transaction, { entityName }: CodeForm): Promise<void> {
  const { rows } = await tx.run({
    text: `select 1 where to_regclass('public.' || quote_ident($1)) is not null`,
    values: [entityName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
  })
  if (rows.length > 0)
    throw new Refusal('rule', { zh: `实体名“${entityName}”已被使用`, en: `The entity name “${entityName}” is in use` }, [
      { field: 'entityName' },
    ])
}

hook(codeForm, {
  async beforeAdd(context, tx, { draft, lines }) {
    refuseElsewhere(context, codeForm)
    const form = { ...draft, fields: lines.fields?.after ?? [] } as unknown as CodeForm
    await refuseUnfit(form)
    await refuseTable(tx, form)
    return undefined
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    refuseElsewhere(context, codeForm)
    const form = { ...valuesOf(codeForm, row), ...draft, fields: lines.fields?.after ?? [] } as unknown as CodeForm
    await refuseUnfit(form)
    await refuseTable(tx, form)
    return undefined
  },
  async beforeRemove(context) {
    refuseElsewhere(context, codeForm)
  },
})

/** Adds the same form under a name that is free. */
async function copy(context: Context, tx: Transaction) {
  refuseElsewhere(context, codeForm)
  const id = idOf(context)
  const values = [tx.tenantId, [id]]
  const [form] = formsIn(await tx.run({ text: formsQuery, values }), await tx.run({ text: fieldsQuery, values }))
  if (!form) throw new Refusal('not_found', { what: codeForm })
  const { rows } = await tx.run({
    text: 'select entity_name from code_form where tenant_id = $1 and not is_deleted',
    values: [tx.tenantId],
  })
  const taken = new Set(rows.map((row) => row.entity_name))
  const base = form.entityName.slice(0, 34)
  let [entityName, count] = [`${base}Copy`, 1]
  while (taken.has(entityName)) entityName = `${base}Copy${++count}`
  return submit(context.actor.settings.view(codeForm), { ...context, input: { ...form, entityName } }, tx)
}

/** The code generator: files of forms, as texts or as a ZIP, and copies of forms. */
export const codeAnswers: readonly Answer[] = [
  answer(codeGenerate, { read: generate }),
  answer(codePreview, { read: preview }),
  answer(codeCopy, { write: copy }),
]
