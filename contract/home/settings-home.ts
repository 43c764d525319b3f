import type { HomeFacts } from '../kit/entity/home.ts'

/** How organisations are begun with, on the first page. */
export const settingsHome: HomeFacts = {
  help: [
    {
      name: 'platform.hospital',
      in: 'platform',
      zh: '新增机构',
      en: 'Add an organisation',
      has: ['hospital.submit'],
      page: '/system/hospital',
      order: 5,
      hint: { zh: '新增一家医院和它的管理员', en: 'Create a hospital and its administrator' },
    },
  ],
}
