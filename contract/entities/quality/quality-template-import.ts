import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How a spreadsheet is read into quality control templates, a row for each point. */
export const qualityTemplateImport: ImportFacts = {
  same: [['templateName']],
  maxRows: 5000,
  prefixes: ['质控'],
  aliases: {
    templateName: ['质控模板', '质控模板名称', 'template name', 'quality control template'],
    controlCycle: ['周期', '质控周期', 'control cycle', 'cycle'],
  },
}
