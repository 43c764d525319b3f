import { labelContents, labelPdf, labelPdfStart, labelPreview, labelPrintStart, labelZpl } from '../calls/label/label.ts'
import { keptDesign } from '../calls/label/label-design-shape.ts'
import { labelItem } from '../entities/label/label-item.ts'
import { labelPrint } from '../entities/label/label-print.ts'
import { labelTemplate } from '../entities/label/label-template.ts'
import { labelHome } from '../home/label-home.ts'
import { module } from '../kit/module.ts'

/** Labels for cards and places. */
export const labelModule = module({
  name: 'label',
  entities: [labelTemplate, labelPrint, labelItem],
  calls: [labelPrintStart, labelPreview, labelContents, labelPdf, labelPdfStart, labelZpl],
  json: { 'labelPrint.design': keptDesign },
  menu: [
    {
      under: 'asset',
      code: 'label',
      zh: '标签打印',
      en: 'Labels',
      path: '/eam/labels',
      icon: 'label',
      entity: 'labelTemplate',
      also: ['label', 'labelItem'],
    },
    {
      under: 'assetFiles',
      code: 'labelPrint',
      zh: '标签打印记录',
      en: 'Print records',
      path: '/eam/label-prints',
      icon: 'list',
      entity: 'labelPrint',
    },
  ],
  rights: {
    equipment_manager: ['label.*', 'labelTemplate.*'],
    keeper: ['label.print', 'labelTemplate.list', 'labelPrint.list', 'labelItem.list'],
  },
  home: labelHome,
})
