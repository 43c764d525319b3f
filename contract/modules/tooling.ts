import * as scopes from '../calls/tooling/api-scope.ts'
import { clientSecret } from '../calls/tooling/client.ts'
import * as codes from '../calls/tooling/code.ts'
import { fileContent, filePart, fileState } from '../calls/tooling/file.ts'
import * as jobs from '../calls/tooling/job.ts'
import { liveChanges } from '../calls/tooling/live.ts'
import * as stores from '../calls/tooling/oss.ts'
import { blindCodes, bundle, pull, pullMany, push } from '../calls/tooling/sync.ts'
import { fileUpload } from '../calls/tooling/upload.ts'
import { client } from '../entities/tooling/client.ts'
import { codeField } from '../entities/tooling/code-field.ts'
import { codeForm } from '../entities/tooling/code-form.ts'
import { file } from '../entities/tooling/file.ts'
import { jobNotices } from '../entities/tooling/job-notices.ts'
import { oss } from '../entities/tooling/oss.ts'
import { module } from '../kit/module.ts'

/** Files and their stores, the wire of the phones, work in the background, other programs and the code generator. */
export const toolingModule = module({
  name: 'tooling',
  part: 'platform',
  entities: [file, client, oss, codeForm, codeField],
  calls: [
    ...Object.values(jobs),
    push,
    bundle,
    pull,
    pullMany,
    blindCodes,
    fileState,
    filePart,
    fileContent,
    liveChanges,
    ...Object.values(scopes),
    clientSecret,
    ...Object.values(stores),
    fileUpload,
    codes.codeGenerate,
    codes.codePreview,
    codes.codeCopy,
  ],
  menu: [
    {
      under: 'system',
      order: 130,
      code: 'client',
      zh: '应用客户端',
      en: 'Clients',
      path: '/system/client',
      icon: 'setting',
      entity: 'oauthClient',
    },
    {
      under: 'system',
      order: 150,
      code: 'oss',
      zh: '对象存储',
      en: 'File stores',
      path: '/resource/oss',
      icon: 'setting',
      entity: 'oss',
      isOfPlatform: true,
    },
    {
      under: 'system',
      order: 180,
      code: 'codeForm',
      zh: '代码生成',
      en: 'Code generator',
      path: '/tool/code',
      icon: 'setting',
      entity: 'codeForm',
      isOfPlatform: true,
    },
  ],
  secretCalls: ['oauthClient.submit', 'oauthClient.secret', 'oss.secret', 'oss.submit'],
  changesEverything: {
    'sync.push': 'it carries writes of any entity',
  },
  notices: jobNotices,
})
