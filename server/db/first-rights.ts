/** Rights of the first release, which kept no list of them in its database: the last parts of their names by the first. */
const byArea: Readonly<Record<string, string>> = {
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

/** What a program that kept no list of its rights knew. */
export const firstRights: ReadonlySet<string> = new Set(
  Object.entries(byArea).flatMap(([area, verbs]) => verbs.split(' ').map((verb) => `${area}.${verb}`)),
)
