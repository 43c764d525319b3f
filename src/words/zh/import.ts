/** Free words of pictures and files beside an imported list. */
export const importZh = {
  'import.dropFiles':
    '设备的图片和文件可以压缩成 ZIP（最大 {mb} MB），与表格一起选择，也可以把表格放进压缩包；文件名或文件夹名以资产编号、出厂编号等开头',
  'import.oneList': '一次只能导入一个表格',
  'import.badZip': '无法读取压缩包“{name}”，请重新压缩为 ZIP',
  'import.pictures': '图片（添加到设备资料）',
  'import.files': '图片和文件',
  'import.filesFound': '共 {count} 个文件，其中 {offered} 个将添加到 {rows} 行',
  'import.filesAdded': '共 {count} 个文件，已添加 {written} 个',
  'import.updateOnly': '更新所选差异',
  'import.filesWhy': '{why}（{count} 个）：',
  'import.attach': '添加图片和文件（{count} 个）',
  'import.chooseFiles': '选择压缩包（ZIP）',
  'import.otherFiles': '换一个压缩包',
  'import.noFiles': '不用压缩包校验',
  'import.path': '文件',
} as const
