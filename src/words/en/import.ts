/** Free words of pictures and files beside an imported list. */
export const importEn = {
  'import.dropFiles':
    'Pictures and files of devices can be packed as a ZIP (up to {mb} MB) and chosen together with the spreadsheet, or the spreadsheet put into it. Names of files or folders begin with the asset number, serial number or the like',
  'import.oneList': 'Only one spreadsheet can be imported at a time',
  'import.badZip': '“{name}” cannot be read. Pack the files as ZIP again',
  'import.pictures': 'Pictures (added to the documents)',
  'import.files': 'Pictures and files',
  'import.filesFound': '{count} files, of which {offered} go to {rows} rows',
  'import.filesAdded': '{count} files, {written} of them added',
  'import.updateOnly': 'Update the selected differences',
  'import.filesWhy': '{why} ({count}):',
  'import.attach': 'Add pictures and files ({count})',
  'import.chooseFiles': 'Choose an archive (ZIP)',
  'import.otherFiles': 'Choose another archive',
  'import.noFiles': 'Validate without the archive',
  'import.path': 'File',
} as const
