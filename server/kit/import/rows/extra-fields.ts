import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import {
  currencyColumn,
  currencyLabel,
  type ImportFacts,
  levelColumn,
  pictureColumn,
  quantityColumn,
  stateColumn,
  unitPriceColumn,
} from '#contract/kit/sheets/import-facts.ts'

export const unitPriceField = { kind: 'money', zh: '单价', en: 'Unit price' } as const satisfies Field
const quantityField = { kind: 'integer', zh: '数量', en: 'Quantity' } as const satisfies Field
const pictureField = { kind: 'text', zh: '图片', en: 'Picture', max: 1 } as const satisfies Field
const currencyField = { kind: 'text', ...currencyLabel, max: 60 } as const satisfies Field

/** The fields by which columns are read that go into no field of the entity. */
export function extraFields(view: View, { noted = {}, levels, opening }: ImportFacts): readonly (readonly [string, Field])[] {
  const stateField = opening && view.entity.fields[opening.field]
  return [
    [quantityColumn, quantityField],
    [unitPriceColumn, unitPriceField],
    [pictureColumn, pictureField],
    [currencyColumn, currencyField],
    ...(levels?.parts ?? []).map(({ zh, en }, level) => [levelColumn(level), { kind: 'text', zh, en, max: 60 } as Field] as const),
    ...Object.entries(noted).map(([name, { zh, en }]) => [name, { kind: 'date', zh, en } as Field] as const),
    ...(stateField ? [[stateColumn, stateField] as const] : []),
  ]
}
