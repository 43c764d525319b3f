import { dept } from '../entities/identity/dept.ts'
import { user } from '../entities/identity/user.ts'
import type { HomeFacts } from '../kit/entity/home.ts'

/** How departments and people are begun with, on the first page. */
export const identityHome: HomeFacts = {
  help: [
    {
      name: 'platform.depts',
      zh: '建立科室',
      en: 'Set up departments',
      has: ['dept.submit'],
      page: '/system/dept',
      done: { of: dept },
      order: 10,
      hint: { zh: '可以逐个新增，也可以用表格导入', en: 'Add them one by one or import a sheet' },
    },
    {
      name: 'platform.people',
      zh: '添加人员',
      en: 'Add people',
      has: ['user.submit'],
      page: '/system/user',
      done: { of: user, than: 1 },
      order: 20,
      hint: { zh: '给每个人账号、科室和角色', en: 'Give each person an account, a department and a role' },
    },
  ],
}
