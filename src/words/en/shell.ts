/** The same in English. */
export const shellEn = {
  'pdf.title': 'PDF preview',
  'pdf.full': 'Full screen',
  'pdf.small': 'Exit full screen',
  'pdf.preview': 'Preview {name}',
  'file.tooMany': 'At most {most} files',
  'dept.noHeads': 'No heads',
  'side.show': 'Show the filter tree',
  'side.hide': 'Hide the filter tree',
  'side.by': 'Filter by',
  'side.tree': 'Filter tree',
  'side.all': 'All',
  'side.year': '{year}',
  'side.month': 'Month {month}',
  'dialog.choose': 'Open the list',
  'dialog.search': 'Search {what}',
} as const
