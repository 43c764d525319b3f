import type { LineFacts } from '#contract/kit/entity/entity.ts'
import { lineWords } from '#contract/kit/entity/lines.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Field, isPlain } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { writtenLines } from '#server/kit/lines/lines.ts'

/** A column of a sheet that fills a field of lines. */
export interface LineColumn {
  readonly line: LineFacts
  /** Name of the field in the entity of the lines. */
  readonly name: string
  /** The field with its heading in a sheet: the name of the lines, then the field. */
  readonly field: Field
}

/**
 * The sheet columns of a header's lines, by `<lines>.<field>`: in the import template, in an export with lines, and in an import. Each
 * sheet row holds one line. The header's columns come first; they are filled in the first row of each header, and empty or repeated in the
 * others.
 */
export const lineColumns = (view: View): ReadonlyMap<string, LineColumn> =>
  new Map(
    writtenLines(view.entity).flatMap((line) => {
      const of = entityNamed(line.entity)
      const words = lineWords(line, of)
      return Object.entries(of.fields).flatMap(([name, field]): [string, LineColumn][] =>
        field.readOnly || !isPlain(field)
          ? []
          : [[`${line.as}.${name}`, { line, name, field: { ...field, zh: `${words.zh}：${field.zh}`, en: `${words.en}: ${field.en}` } }]],
      )
    }),
  )
