/** Rights of the first release, whose database did not store a list of them: verbs by entity. */
const byModule: Readonly<Record<string, string>> = {
  assetsCategory: 'export list remove submit',
  checkLine: 'export list scan',
  checkScan: 'list',
  checkTask: 'export list remove submit',
  customField: 'list remove submit',
  dept: 'export list remove submit',
  device: 'export file list remove seal submit',
  deviceClass: 'export list remove submit',
  devicePart: 'export list remove submit',
  fieldConfig: 'submit',
  location: 'export list remove submit',
  role: 'list',
  supplier: 'export list remove submit',
  tenant: 'clearCache',
  user: 'list',
}

/** The rights of a program version that did not store a list of them. */
export const firstRights: ReadonlySet<string> = new Set(
  Object.entries(byModule).flatMap(([module, verbs]) => verbs.split(' ').map((verb) => `${module}.${verb}`)),
)
