import { entity } from '../../kit/entity/entity.ts'
import { choice, choices, decimal, flag, ids, integer, text } from '../../kit/fields/field.ts'
import { barcodeFields, labelKinds, labelLines } from './label-lines.ts'

const size = { zh: '尺寸（毫米）', en: 'Size (mm)' }
const sheet = { zh: 'A4 整页', en: 'A4 sheet' }
const codes = { zh: '条码与默认分类', en: 'Barcodes and classes' }
const content = { zh: '内容', en: 'Content' }

/** How a label of a hospital looks: lengths in millimetres, letters in points. */
export const labelTemplate = entity('labelTemplate', {
  zh: '标签模板',
  en: 'Label template',
  module: 'asset',
  path: '/eam/label-template',
  title: 'templateName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  fields: {
    templateName: text({ zh: '模板名称', en: 'Template', required: true, list: true, search: 'pinyin', unique: true, max: 60 }),
    labelKind: choice({ zh: '用于', en: 'For', required: true, list: true, initial: 'device', of: labelKinds }),
    sheet: choice({
      zh: '纸张',
      en: 'Paper',
      required: true,
      list: true,
      initial: 'single',
      of: { single: { zh: '单张标签', en: 'Single labels' }, a4: { zh: 'A4 整页', en: 'A4 sheet' } },
    }),
    widthMm: decimal({ zh: '宽', en: 'Width', required: true, list: true, scale: 1, min: 10, max: 210, group: size }),
    heightMm: decimal({ zh: '高', en: 'Height', required: true, list: true, scale: 1, min: 10, max: 297, group: size }),
    padding: decimal({ zh: '内边距', en: 'Padding', required: true, scale: 1, min: 0, max: 20, group: size }),
    sheetColumns: integer({ zh: '列数', en: 'Columns', min: 1, max: 21, group: sheet }),
    sheetRows: integer({ zh: '行数', en: 'Rows', min: 1, max: 29, group: sheet }),
    marginTop: decimal({ zh: '上边距', en: 'Top margin', scale: 2, min: 0, max: 100, group: sheet }),
    marginLeft: decimal({ zh: '左边距', en: 'Left margin', scale: 2, min: 0, max: 100, group: sheet }),
    gapX: decimal({ zh: '列间距', en: 'Gap between columns', scale: 2, min: 0, max: 50, group: sheet }),
    gapY: decimal({ zh: '行间距', en: 'Gap between rows', scale: 2, min: 0, max: 50, group: sheet }),
    deviceLines: choices({
      zh: '设备标签文字（第一项为标题）',
      en: 'Device label text (first item is the title)',
      of: labelLines.device,
      own: 'device',
      group: content,
    }),
    roomLines: choices({
      zh: '房间标签文字（第一项为标题）',
      en: 'Room label text (first item is the title)',
      of: labelLines.room,
      group: content,
    }),
    setLines: choices({
      zh: '套组标签文字（第一项为标题）',
      en: 'Set label text (first item is the title)',
      of: labelLines.set,
      group: content,
    }),
    titleSize: decimal({ zh: '标题字号（磅）', en: 'Title size (pt)', required: true, scale: 1, min: 4, max: 48, group: content }),
    titleLines: integer({ zh: '标题最多行数', en: 'Maximum title lines', required: true, min: 1, max: 4, group: content }),
    textSize: decimal({ zh: '正文字号（磅）', en: 'Text size (pt)', required: true, scale: 1, min: 4, max: 36, group: content }),
    withCaptions: flag({ zh: '显示字段名', en: 'Show field names', group: content }),
    withHospital: flag({ zh: '显示医院名称', en: 'Show hospital name', group: content }),
    qrPlace: choice({
      zh: '二维码位置',
      en: 'QR code position',
      required: true,
      initial: 'left',
      of: { left: { zh: '左侧', en: 'Left' }, right: { zh: '右侧', en: 'Right' } },
      group: content,
    }),
    qrContent: choice({
      zh: '二维码内容',
      en: 'QR code content',
      required: true,
      initial: 'address',
      of: {
        address: { zh: '访问地址（任何手机可扫）', en: 'The address (any phone opens it)' },
        short: { zh: '短码（9.6 毫米起，仅本系统可扫）', en: 'A short code (from 9.6 mm, read only by this system)' },
        none: { zh: '不印二维码', en: 'No QR code' },
      },
      group: content,
    }),
    qrSize: decimal({
      zh: '二维码边长（含留白）',
      en: 'QR code size (with margin)',
      when: { field: 'qrContent', is: ['address', 'short'] },
      scale: 1,
      min: 9,
      max: 150,
      group: content,
    }),
    barcode: choice({ zh: 'Code 128 条码内容', en: 'Code 128 barcode', of: barcodeFields, group: codes }),
    barcodeHeight: decimal({ zh: '条码高度', en: 'Barcode height', scale: 1, min: 4, max: 40, group: codes }),
    withUdi: flag({ zh: 'UDI 码（GS1 DataMatrix）', en: 'UDI code (GS1 DataMatrix)', group: codes }),
    udiSize: decimal({ zh: 'UDI 码边长（含留白）', en: 'UDI code size (with margin)', scale: 1, min: 6, max: 60, group: codes }),
    classes: ids({
      zh: '默认用于器械分类（含下级）',
      en: 'Default for device classes (and below)',
      to: 'deviceClass',
      max: 100,
      list: true,
      group: codes,
    }),
    logoHeight: decimal({ zh: '标志高度', en: 'Logo height', scale: 1, min: 2, max: 60, group: content }),
    logo: ids({ zh: '标志（PNG 或 JPG）', en: 'Logo (PNG or JPG)', to: 'file', max: 1, group: content }),
    logoRatio: decimal({ zh: '标志宽高比', en: 'Logo aspect ratio', readOnly: true, scale: 4 }),
  },
})
