import type { ImportFacts } from '../../kit/sheets/import-facts.ts'

/** How a spreadsheet is read into users. */
export const userImport: ImportFacts = {
  same: [['account']],
  // A list never changes what a person may do.
  fixed: ['role'],
  // Each gets a hash of the first password of their own, which takes its time on purpose.
  maxRows: 2000,
  codes: ['account', 'phone'],
  aliases: {
    account: ['账号', '帐号', '工号', '用户名', '登录名', 'login', 'user name', 'username', 'staff no'],
    realName: ['人员姓名', '用户姓名', '员工姓名', 'full name', 'real name'],
    phone: ['手机号', '手机号码', '联系电话', '电话', 'mobile', 'telephone'],
    email: ['电子邮箱', '邮件', 'e-mail', 'mail'],
    dept: ['科室', '部门', '所在科室', 'dept'],
    role: ['岗位', '权限角色', 'position'],
  },
}
