import { out, type ValueOf } from '../../kit/entity/answer.ts'

const place = { at: out.nullable(out.number), field: out.nullable(out.text) } as const

const words = out.object({ zh: out.text, en: out.text })

/** What the last check of an import found, as its row keeps it. */
export const importJson = {
  'importJob.layout': out.object({
    sheet: out.text,
    isOwn: out.optional(out.boolean),
    headingRows: out.list(out.number),
    columns: out.list({
      at: out.number,
      heading: out.text,
      field: out.nullable(out.text),
      unit: out.optional(out.text),
      isSheet: out.optional(out.boolean),
      isGroup: out.optional(out.boolean),
      isHidden: out.optional(out.boolean),
      samples: out.list(out.text),
    }),
    sheets: out.optional(
      out.list({
        name: out.text,
        isIn: out.boolean,
        fits: out.boolean,
        isHidden: out.optional(out.boolean),
        about: out.optional(out.text),
      }),
    ),
    found: out.optional({
      quantities: out.number,
      repeats: out.number,
      paths: out.optional(out.number),
      gone: out.optional(out.number),
      unnumbered: out.optional(out.number),
      currencies: out.optional(out.list({ code: out.text, zh: out.text, en: out.text, cells: out.number })),
      totals: out.optional(out.number),
      hidden: out.optional(out.number),
      dates: out.optional(out.number),
      blanks: out.optional(out.number),
      filled: out.optional(out.number),
      dateSamples: out.optional(out.list(out.text)),
      encodings: out.optional(out.list({ name: out.text, rows: out.list(out.list(out.text)) })),
    }),
    asked: out.optional({
      quantity: out.optional(out.nullable(out.word('each', 'one'))),
      repeats: out.optional(out.nullable(out.word('keep', 'once'))),
      gone: out.optional(out.nullable(out.word('leave', 'keep'))),
      unnumbered: out.optional(out.nullable(out.word('same', 'fresh'))),
      rates: out.optional(out.map(out.text)),
      totals: out.optional(out.nullable(out.word('keep', 'out'))),
      hidden: out.optional(out.nullable(out.word('keep', 'out'))),
      blanks: out.optional(out.nullable(out.word('fill', 'empty'))),
      dates: out.optional(out.nullable(out.word('dayFirst', 'monthFirst', 'yearFirst'))),
      encoding: out.optional(out.nullable(out.text)),
      paths: out.optional(out.boolean),
      clears: out.optional(out.list(out.text)),
    }),
  }),
  'importJob.groups': out.list({
    ...place,
    zh: out.text,
    en: out.text,
    grade: out.word('error', 'warning', 'note'),
    cells: out.number,
    values: out.list({ value: out.text, cells: out.number }),
  }),
  'importJob.changes': out.object({
    fields: out.list({
      field: out.text,
      rows: out.number,
      samples: out.list({ row: out.number, title: out.text, from: words, to: words }),
    }),
    left: out.list({ ...words.fields, rows: out.number, samples: out.list({ row: out.number, title: out.text }) }),
    missing: out.object({ rows: out.number, samples: out.list(out.text) }),
  }),
  // Pictures and documents beside the list, by what becomes of them.
  'importJob.attached': out.object({
    files: out.number,
    rows: out.number,
    of: out.map(out.number),
    reasons: out.list({ ...words.fields, files: out.number, samples: out.list(out.text) }),
  }),
  // Names that could be created by entity, and whether they will be.
  'importJob.missing': out.map(out.either(out.list(out.text), out.boolean)),
} as const

/** What a second import finds different from the register: by field, by the reason why rows stay as they are, and rows that the file lacks. */
export type ChangeSummary = ValueOf<(typeof importJson)['importJob.changes']>
