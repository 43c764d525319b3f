import { renderUnicodeCompact } from 'uqr'
import type { DataHome } from '../db/cluster/data-home.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import type { Settings } from '../settings.ts'
import type { Trust } from './lan/serve-lan.ts'
import type { Prepared } from './prepare.ts'

/** Prints where the program answers, where its data is and, with demo data, who may sign in. */
export const announce = (facts: {
  url: string
  home: DataHome
  database: OpenDatabase
  settings: Settings
  prepared: Prepared
  trust?: Trust
  /** Port of the broker for sensors; undefined: it cannot be opened. Absent without a broker. */
  mqtt?: number | undefined
}): void => {
  const { url, home, database, settings, prepared, trust } = facts
  const { accounts, indexed } = prepared
  const lines = ['']
  if (database.recovered)
    lines.push('上次未正常结束，数据库已安全恢复。 / The last run was cut off; its database was shut down safely and nothing was lost.')
  lines.push(`医械管家 / Wardkeeper  ${url}/`, `手机 / Phone           ${url}/m/`)
  if (trust)
    lines.push(
      ...(trust.isReached
        ? [
            `手机先扫此码信任证书 / Phones scan this first, to trust the certificate:  ${trust.address}`,
            renderUnicodeCompact(trust.address),
          ]
        : [
            `仅在本机监听（HOST=${settings.HOST}），手机无法访问；去掉 HOST 或设为 0.0.0.0。`,
            `It listens on this machine only (HOST=${settings.HOST}): phones cannot reach it. Leave HOST out, or set 0.0.0.0.`,
            `信任证书 / To trust the certificate:  ${trust.address}`,
          ]),
      '安装前核对证书指纹 / Compare before you install it. SHA-256 of the certificate:',
      `  ${trust.fingerprint}`,
    )
  if (settings.PUBLIC_URL !== url) lines.push(`公开地址 / Public      ${settings.PUBLIC_URL}/`)
  const where = settings.DATABASE_URL
    ? 'DATABASE_URL'
    : `${home.folder}${home.moved ? '（此目录 postgres 用户可进入 / a folder the user postgres can enter）' : ''}`
  lines.push(`数据 / Data            ${where}`)
  if ('mqtt' in facts)
    lines.push(
      facts.mqtt === undefined
        ? `传感器端口 ${settings.MQTT_PORT} 已被占用或不允许使用，MQTT 上报不可用：请设置 MQTT_PORT。 / Port ${settings.MQTT_PORT} is taken or not allowed, so sensors cannot send by MQTT: set MQTT_PORT.`
        : `传感器 / Sensors       ${url.startsWith('https:') ? 'mqtts' : 'mqtt'}://${new URL(url).hostname}:${facts.mqtt}`,
    )
  if (!indexed)
    lines.push('关键词查询使用备用表：数据库不允许 LEAKPROOF。 / Keyword search uses a table of its own: this database refuses LEAKPROOF.')
  if (accounts.length > 0) {
    lines.push('', '演示账号 / Demo accounts  (租户 / tenant · 用户 / user · 密码 / password)')
    for (const account of accounts)
      lines.push(`  ${account.tenant} · ${account.user} · ${account.password}   ${account.zh} / ${account.en}`)
  }
  lines.push('', '按 Ctrl-C 停止。 / Ctrl-C stops it.', '')
  process.stdout.write(lines.join('\n'))
}
