import * as reviews from '../calls/access-review.ts'
import { announcementRead, announcementReaders } from '../calls/announcement.ts'
import { clientSecret } from '../calls/client.ts'
import * as codes from '../calls/code.ts'
import { deptPlan, deptReorganize } from '../calls/dept.ts'
import { businessDictionary, systemDictionary } from '../calls/dictionary.ts'
import * as duties from '../calls/duty.ts'
import * as factors from '../calls/factor.ts'
import { fieldConfigList, fieldConfigSave } from '../calls/field-config.ts'
import { fileContent, filePart, fileState } from '../calls/file.ts'
import * as hospital from '../calls/hospital.ts'
import * as identities from '../calls/identity.ts'
import { importJson } from '../calls/import-shapes.ts'
import * as jobs from '../calls/job.ts'
import { listCounts } from '../calls/list-counts.ts'
import { listSums } from '../calls/list-sums.ts'
import { liveChanges } from '../calls/live.ts'
import * as logs from '../calls/log.ts'
import * as menus from '../calls/menu.ts'
import { tagRead, unreadNum } from '../calls/notice.ts'
import * as channels from '../calls/notice-channel.ts'
import * as stores from '../calls/oss.ts'
import * as passkeys from '../calls/passkey.ts'
import * as common from '../calls/platform-common.ts'
import * as regions from '../calls/region.ts'
import * as registrations from '../calls/registration.ts'
import * as roles from '../calls/role.ts'
import { savedFilterDefault, savedFilterRemove, savedFilterRoles, savedFilterSubmit, savedFilters } from '../calls/saved-filter.ts'
import * as session from '../calls/session.ts'
import { logoutByPost } from '../calls/session-post.ts'
import { smsEnable, smsSecret, smsSend } from '../calls/sms.ts'
import { blindCodes, bundle, pull, pullMany, push } from '../calls/sync.ts'
import { fileUpload } from '../calls/upload.ts'
import * as users from '../calls/user.ts'
import { accessLog } from '../entities/platform/access-log.ts'
import { announcement } from '../entities/platform/announcement.ts'
import { client } from '../entities/platform/client.ts'
import { codeField } from '../entities/platform/code-field.ts'
import { codeForm } from '../entities/platform/code-form.ts'
import { customField } from '../entities/platform/custom-field.ts'
import { dataScope } from '../entities/platform/data-scope.ts'
import { dept } from '../entities/platform/dept.ts'
import { deptImport } from '../entities/platform/dept-import.ts'
import { deptMerging } from '../entities/platform/dept-rules.ts'
import { fieldConfig } from '../entities/platform/field-config.ts'
import { file } from '../entities/platform/file.ts'
import { identityProvider } from '../entities/platform/identity-provider.ts'
import { menuRow } from '../entities/platform/menu.ts'
import { notice } from '../entities/platform/notice.ts'
import { noticeChannel } from '../entities/platform/notice-channel.ts'
import { noticeDelivery } from '../entities/platform/notice-delivery.ts'
import { oss } from '../entities/platform/oss.ts'
import { param } from '../entities/platform/param.ts'
import { platformNotices } from '../entities/platform/platform-notices.ts'
import { post } from '../entities/platform/post.ts'
import { registration } from '../entities/platform/registration.ts'
import { role } from '../entities/platform/role.ts'
import { sms } from '../entities/platform/sms.ts'
import { smsMessage } from '../entities/platform/sms-message.ts'
import { tenantPackage } from '../entities/platform/tenant-package.ts'
import { topMenu } from '../entities/platform/top-menu.ts'
import { user } from '../entities/platform/user.ts'
import { userImport } from '../entities/platform/user-import.ts'
import { platformHome } from '../home/platform-home.ts'
import { out } from '../kit/answer.ts'
import { area } from '../kit/area.ts'
import { comparisons } from '../kit/row-condition.ts'

/** Departments, people, rights, files, notices, sessions and the wire of the phones. */
export const platformArea = area({
  name: 'platform',
  entities: [
    dept,
    role,
    dataScope,
    menuRow,
    topMenu,
    tenantPackage,
    user,
    accessLog,
    fieldConfig,
    customField,
    notice,
    file,
    param,
    post,
    announcement,
    client,
    registration,
    sms,
    smsMessage,
    oss,
    codeForm,
    codeField,
    identityProvider,
    noticeChannel,
    noticeDelivery,
  ],
  json: {
    ...importJson,
    'dataScope.conditions': out.list({ field: out.text, is: out.key(comparisons), values: out.list(out.text) }),
  },
  calls: [
    ...Object.values(session),
    logoutByPost,
    ...Object.values(users),
    ...Object.values(roles),
    ...Object.values(duties),
    ...Object.values(hospital),
    ...Object.values(menus),
    ...Object.values(logs),
    ...Object.values(systemDictionary),
    ...Object.values(businessDictionary),
    ...Object.values(jobs),
    fieldConfigList,
    fieldConfigSave,
    unreadNum,
    tagRead,
    push,
    bundle,
    pull,
    pullMany,
    blindCodes,
    fileState,
    filePart,
    fileContent,
    liveChanges,
    listCounts,
    listSums,
    savedFilters,
    savedFilterSubmit,
    savedFilterRemove,
    savedFilterDefault,
    savedFilterRoles,
    deptPlan,
    deptReorganize,
    ...Object.values(common),
    ...Object.values(registrations),
    regions.regionList,
    regions.regionTree,
    regions.regionSelect,
    regions.regionDetail,
    regions.regionSubmit,
    regions.regionRemove,
    announcementRead,
    announcementReaders,
    clientSecret,
    smsEnable,
    smsSecret,
    smsSend,
    ...Object.values(channels),
    ...Object.values(stores),
    fileUpload,
    ...Object.values(factors),
    ...Object.values(passkeys),
    ...Object.values(reviews),
    codes.codeGenerate,
    codes.codePreview,
    codes.codeCopy,
    ...Object.values(identities),
  ],
  rules: [deptMerging],
  topMenus: [{ code: 'platform', zh: '系统', en: 'System', icon: 'setting' }],
  menu: [
    {
      code: 'system',
      zh: '系统管理',
      en: 'Administration',
      path: '/system',
      icon: 'setting',
      tops: ['platform'],
      children: [
        { code: 'dept', zh: '科室', en: 'Departments', path: '/system/dept', icon: 'dept', entity: 'dept' },
        { code: 'user', zh: '用户', en: 'Users', path: '/system/user', icon: 'user', entity: 'user' },
        {
          code: 'registration',
          zh: '注册申请',
          en: 'Registrations',
          path: '/system/registration',
          icon: 'user',
          entity: 'registration',
        },
        { code: 'post', zh: '岗位', en: 'Positions', path: '/system/post', icon: 'user', entity: 'post' },
        { code: 'role', zh: '角色', en: 'Roles', path: '/system/role', icon: 'role', entity: 'role', also: ['dataScope', 'duty'] },
        { code: 'accessLog', zh: '登录日志', en: 'Sign-in log', path: '/system/access-log', icon: 'list', entity: 'accessLog' },
        { code: 'log', zh: '系统日志', en: 'System logs', path: '/system/log', icon: 'list', entity: 'log' },
        {
          code: 'accessReview',
          zh: '权限复核',
          en: 'Access review',
          path: '/system/access-review',
          icon: 'role',
          entity: 'accessReview',
        },
        {
          code: 'hospital',
          zh: '机构',
          en: 'Organisations',
          path: '/system/hospital',
          icon: 'dept',
          entity: 'hospital',
          isOfPlatform: true,
        },
        {
          code: 'tenantPackage',
          zh: '租户产品包',
          en: 'Tenant packages',
          path: '/system/tenant-package',
          icon: 'list',
          entity: 'tenantPackage',
          isOfPlatform: true,
        },
        { code: 'menu', zh: '菜单管理', en: 'Menus', path: '/system/menu', icon: 'list', entity: 'menu', isOfPlatform: true },
        { code: 'topMenu', zh: '顶部菜单', en: 'Top menus', path: '/system/top-menu', icon: 'list', entity: 'topMenu', isOfPlatform: true },
        {
          code: 'fieldConfig',
          zh: '字段配置',
          en: 'Field configuration',
          path: '/system/field-config',
          icon: 'field',
          entity: 'fieldConfig',
          isOfHospitals: true,
        },
        {
          code: 'dict',
          zh: '系统字典',
          en: 'System dictionaries',
          path: '/system/dict',
          icon: 'list',
          entity: 'dict',
          isOfPlatform: true,
        },
        {
          code: 'dictBiz',
          zh: '业务字典',
          en: 'Dictionaries',
          path: '/system/dictbiz',
          icon: 'list',
          entity: 'dictBiz',
          isOfHospitals: true,
        },
        {
          code: 'customField',
          zh: '自定义字段',
          en: 'Custom fields',
          path: '/system/custom-field',
          icon: 'field',
          entity: 'customField',
          isOfHospitals: true,
        },
        { code: 'announcement', zh: '通知公告', en: 'Announcements', path: '/desk/notice', icon: 'list', entity: 'announcement' },
        { code: 'client', zh: '应用客户端', en: 'Clients', path: '/system/client', icon: 'setting', entity: 'oauthClient' },
        { code: 'region', zh: '行政区划', en: 'Divisions', path: '/system/region', icon: 'list', entity: 'region' },
        { code: 'oss', zh: '对象存储', en: 'File stores', path: '/resource/oss', icon: 'setting', entity: 'oss', isOfPlatform: true },
        { code: 'sms', zh: '短信配置', en: 'SMS templates', path: '/resource/sms', icon: 'setting', entity: 'sms' },
        { code: 'smsMessage', zh: '短信记录', en: 'Text messages', path: '/resource/sms-message', icon: 'list', entity: 'smsMessage' },
        {
          code: 'codeForm',
          zh: '代码生成',
          en: 'Code generator',
          path: '/tool/code',
          icon: 'setting',
          entity: 'codeForm',
          isOfPlatform: true,
        },
        {
          code: 'identityProvider',
          zh: '身份源',
          en: 'Identity providers',
          path: '/system/identity-provider',
          icon: 'role',
          entity: 'identityProvider',
        },
        {
          code: 'noticeChannel',
          zh: '消息通道',
          en: 'Notice channels',
          path: '/resource/notice-channel',
          icon: 'setting',
          entity: 'noticeChannel',
        },
        {
          code: 'noticeDelivery',
          zh: '消息推送记录',
          en: 'Notice deliveries',
          path: '/resource/notice-delivery',
          icon: 'list',
          entity: 'noticeDelivery',
        },
        { code: 'param', zh: '系统参数', en: 'Parameters', path: '/system/param', icon: 'setting', entity: 'param' },
      ],
    },
  ],
  rights: {
    equipment_manager: ['savedFilter.share', 'dept.submit', 'fieldConfig.submit', 'customField.*', 'dictBiz.*', 'announcement.*'],
    engineer: ['dept.list', 'user.list', 'notice.list'],
    keeper: ['dept.list', 'user.list', 'notice.list'],
    head: ['dept.list', 'user.list', 'notice.list'],
    warehouse_keeper: ['dept.list', 'user.list', 'notice.list'],
    provider_engineer: ['dept.list', 'notice.list'],
    auditor: ['accessReview.*'],
  },
  secretCalls: [
    'user.submit',
    'user.updatePassword',
    'user.resetPassword',
    'hospital.submit',
    'session.lock',
    'session.unlock',
    'factor.begin',
    'factor.confirm',
    'factor.remove',
    'passkey.begin',
    'passkey.submit',
    'passkey.ask',
    'passkey.remove',
    'oauthClient.submit',
    'oauthClient.secret',
    'sms.secret',
    'oss.secret',
    'sms.submit',
    'oss.submit',
    'identityProvider.secret',
    'noticeChannel.secret',
    'sms.send',
  ],
  changesEverything: {
    'session.token': 'another person reads other rows',
    'session.switchRole': 'another role reads other rows and has other rights',
    'session.logout': 'nothing of a person is shown after they leave',
    'session.lock': 'a locked session is answered nothing',
    'session.unlock': 'what was refused while the session was locked is asked again',
    'session.clearCache': 'the server forgets what it remembered of names, rights and settings, of any page',
    'hospital.submit': 'an organisation is the tenant of every row, and no entity',
    'hospital.setting': 'its name and its state stand on pages of every module, and it is no entity',
    'dict.submit': 'words of the system dictionary stand in fields of every module',
    'dict.remove': 'words of the system dictionary stand in fields of every module',
    'dictBiz.submit': 'words of the dictionary stand in fields of every module',
    'dictBiz.remove': 'words of the dictionary stand in fields of every module',
    'sync.push': 'it carries writes of any entity',
  },
  notices: platformNotices,
  imports: { dept: deptImport, user: userImport },
  importCreates: ['dept', 'user'],
  home: platformHome,
})
