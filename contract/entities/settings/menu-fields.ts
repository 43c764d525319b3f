import { integer, text } from '../../kit/fields/field.ts'

/** What every item of a menu says of itself. `code`: the code of the example. */
export const menuFields = (code: string) => ({
  nameEn: text({ zh: '英文名称', en: 'Name (English)', required: true, list: true, search: true, max: 60 }),
  code: text({
    zh: '菜单编号',
    en: 'Code',
    required: true,
    list: true,
    unique: true,
    max: 60,
    pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$',
    example: code,
  }),
  // Other front ends name classes of a style sheet; the desk draws what it knows and a sheet of paper for the rest.
  icon: text({ zh: '图标', en: 'Icon', max: 40, pattern: '^[a-zA-Z][a-zA-Z0-9 _-]*$', example: 'setting' }),
  sort: integer({ zh: '排序', en: 'Order', list: true, min: 0, max: 99999 }),
})

/** What an item is called in Chinese, by which it is listed. */
export const nameField = text({ zh: '菜单名称', en: 'Name (Chinese)', required: true, list: true, search: true, max: 40 })
