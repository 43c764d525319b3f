import { out } from '../../kit/entity/answer.ts'

/** The fields of `LabelDesign`. */
export const labelDesign = {
  sheet: out.word('single', 'a4'),
  widthMm: out.number,
  heightMm: out.number,
  padding: out.number,
  sheetColumns: out.number,
  sheetRows: out.number,
  marginTop: out.number,
  marginLeft: out.number,
  gapX: out.number,
  gapY: out.number,
  lines: out.list(out.text),
  titleSize: out.number,
  titleLines: out.number,
  textSize: out.number,
  withCaptions: out.boolean,
  withHospital: out.boolean,
  qrPlace: out.word('left', 'right'),
  qrSize: out.number,
  isShort: out.optional(out.boolean),
  barcode: out.optional(out.text),
  barcodeHeight: out.optional(out.number),
  udiSize: out.optional(out.number),
  logo: out.optional({ id: out.text, height: out.number, ratio: out.number }),
} as const

/** `LabelDesign` as a print order keeps it. */
export const keptDesign = out.object(labelDesign)
