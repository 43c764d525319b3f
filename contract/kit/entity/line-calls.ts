import { type FieldMap, ids, integer, link, text } from '../fields/field.ts'
import { one, out, saved } from './answer.ts'
import { type Call, call } from './call.ts'
import { type Entity, type LineFacts, urlsOf } from './entity.ts'
import { lineWords } from './lines.ts'

/** A call on single lines of a header. */
export interface LineCall extends Call {
  /** The header's entity, and the name of its lines there. */
  readonly header: string
  readonly as: string
  readonly acts: 'submit' | 'remove'
}

/** Whether a call is one on single lines. */
export const isLineCall = (of: Call): of is LineCall => 'acts' in of

/**
 * The fields that a person fills in. None is required, because a saved line names only its changes; missing values are found when the
 * header is saved.
 */
const openFields = ({ fields }: Entity): FieldMap =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.readOnly || field.computed ? [] : [[name, { ...field, required: false }]])),
  )

/**
 * The calls on single lines that a header declares: `<path of the lines>/submit` and `/remove`. Each saves the header with all of its
 * lines, so both require the right to save the header.
 */
export function callsOfLine(header: Entity, line: LineFacts, of: Entity): readonly LineCall[] {
  if (!line.calls) return []
  const words = lineWords(line, of)
  const facts = { module: of.module, method: 'POST', may: `${header.name}.submit`, writes: true, changes: [header.name, of.name] } as const
  const own = { header: header.name, as: line.as }
  return [
    {
      ...own,
      acts: 'submit',
      ...call(`${of.name}.submit`, {
        ...facts,
        zh: `${words.zh}：新增或修改一行`,
        en: `${words.en}: add or edit one`,
        path: urlsOf(of, 'submit'),
        input: {
          id: text({ zh: '编号', en: 'ID', max: 36 }),
          version: integer({ zh: '版本', en: 'Version', min: 0 }),
          [line.by]: link({ zh: header.zh, en: header.en, to: header.name }),
          ...openFields(of),
        },
        answers: one(saved),
      }),
    },
    {
      ...own,
      acts: 'remove',
      ...call(`${of.name}.remove`, {
        ...facts,
        zh: `${words.zh}：删除行`,
        en: `${words.en}: delete lines`,
        path: urlsOf(of, 'remove'),
        input: { ids: ids({ zh: words.zh, en: words.en, to: of.name, required: true }) },
        answers: one({ removed: out.number }),
      }),
    },
  ]
}
