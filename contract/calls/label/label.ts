import { anyLabelLine, barcodeFields, labelKinds, labelTargets } from '../../entities/label/label-lines.ts'
import { labelOutputs } from '../../entities/label/label-print.ts'
import { file, one, out } from '../../kit/entity/answer.ts'
import { type CallFacts, call } from '../../kit/entity/call.ts'
import { choice, choices, flag, ids, integer, text } from '../../kit/fields/field.ts'
import { labelDesign } from './label-design-shape.ts'

const labelContent = {
  id: out.text,
  code: out.text,
  title: out.text,
  lines: out.list({ caption: out.text, value: out.text }),
  barcode: out.optional(out.text),
  udi: out.optional(out.text),
  codes: out.optional({ bars: out.optional(out.list(out.number)), matrix: out.optional(out.list(out.text)) }),
} as const

/** The most labels of one printing. */
export const mostLabels = 5000

const id = text({ zh: '打印记录', en: 'Print', required: true, max: 36 })

/** Which rows: by their ids, or all that a list shows (`search`: the filters, keyword and order of its address). */
const selection = {
  labelKind: choice({ zh: '用于', en: 'For', required: true, of: labelKinds }),
  ids: ids({ zh: '所选记录', en: 'Selected records', max: mostLabels }),
  search: text({ zh: '列表条件', en: 'List filters', max: 4000 }),
}
const printing = { module: 'asset', may: 'label.print' } as const satisfies Partial<CallFacts>

/** Records a print job of labels and opens it to its creator for some minutes. A card that already has a label needs a reason. */
export const labelPrintStart = call('label.print', {
  ...printing,
  zh: '打印标签',
  en: 'Print labels',
  method: 'POST',
  path: '/eam/label/print',
  writes: true,
  // The histories of what is labelled show each printing.
  changes: ['labelPrint', 'labelItem', ...Object.values(labelTargets).map((of) => of.name)],
  answers: one({ id: out.text, rows: out.number, labels: out.number, reprints: out.number }),
  timeoutS: 60,
  input: {
    ...selection,
    template: text({ zh: '模板', en: 'Template', required: true, max: 36 }),
    startAt: integer({ zh: '起始位置', en: 'First position', min: 1, max: 609 }),
    copies: integer({ zh: '每个份数', en: 'Copies per item', min: 1, max: 20 }),
    output: choice({ zh: '方式', en: 'Method', required: true, of: labelOutputs }),
    reason: text({ zh: '补打原因', en: 'Reprint reason', max: 200 }),
  },
})

/** What would stand on the labels of a selection: the first of them, how many there are and how many have been printed before. */
export const labelPreview = call('label.preview', {
  ...printing,
  zh: '预览标签',
  en: 'Preview labels',
  method: 'POST',
  path: '/eam/label/preview',
  answers: one({
    total: out.number,
    printed: out.number,
    /** How many of the devices are stopped. */
    stopped: out.number,
    hospital: out.text,
    /** The template that the classes of all chosen devices have as their usual one. */
    template: out.nullable(out.text),
    contents: out.list(labelContent),
  }),
  input: {
    ...selection,
    lines: choices({ zh: '文字', en: 'Text', of: anyLabelLine, own: 'device' }),
    barcode: choice({ zh: 'Code 128 条码内容', en: 'Code 128 barcode', of: barcodeFields }),
    withUdi: flag({ zh: 'UDI 码', en: 'UDI code' }),
    size: integer({ zh: '条数', en: 'How many', min: 1, max: 200 }),
  },
})

/** What stands on the labels of a printing that the person has just recorded. */
export const labelContents = call('label.contents', {
  ...printing,
  zh: '取标签内容',
  en: 'Get label contents',
  method: 'GET',
  path: '/eam/label/contents',
  answers: one({
    templateName: out.text,
    hospital: out.text,
    copies: out.number,
    startAt: out.number,
    design: out.object(labelDesign),
    contents: out.list(labelContent),
    pages: out.number,
  }),
  input: { id },
})

/** Starts the PDF of a printing that the person has just recorded in the background, for many labels: its result is fetched from the list of jobs. */
export const labelPdfStart = call('label.pdfStart', {
  ...printing,
  zh: '后台生成标签 PDF',
  en: 'Create label PDF in the background',
  method: 'POST',
  path: '/eam/label/pdf-start',
  writes: true,
  changes: [],
  answers: one({ id: out.text }),
  input: { id },
})

/** The labels of a printing that the person has just recorded, as PDF at their true size. */
export const labelPdf = call('label.pdf', {
  ...printing,
  zh: '下载标签 PDF',
  en: 'Download label PDF',
  method: 'GET',
  path: '/eam/label/pdf',
  answers: file,
  timeoutS: 120,
  input: { id },
})

/** Resolutions of label printers. */
export const printerDots = {
  203: { zh: '203 dpi（8 点/毫米）', en: '203 dpi (8 dots/mm)' },
  300: { zh: '300 dpi（12 点/毫米）', en: '300 dpi (12 dots/mm)' },
  600: { zh: '600 dpi（24 点/毫米）', en: '600 dpi (24 dots/mm)' },
} as const

/** The labels of a printing that the person has just recorded, as ZPL for a label printer: a picture each, so that Chinese prints on any printer. */
export const labelZpl = call('label.zpl', {
  ...printing,
  zh: '下载标签 ZPL',
  en: 'Download label ZPL',
  method: 'GET',
  path: '/eam/label/zpl',
  answers: file,
  timeoutS: 120,
  input: { id, dpi: choice({ zh: '打印机分辨率', en: 'Printer resolution', required: true, of: printerDots }) },
})
