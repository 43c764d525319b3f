const style = `body{font:17px/1.6 system-ui,sans-serif;max-width:640px;margin:0 auto;padding:20px;color:#1f2328;background:#fff}h1{font-size:24px}h2{font-size:19px;margin-top:28px}
li{margin:6px 0}a.b{display:block;text-align:center;background:#0b57d0;color:#fff;padding:14px;border-radius:10px;text-decoration:none;font-weight:600;margin:14px 0}small,.en{color:#57606a}
code{word-break:break-all}@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}small,.en{color:#9198a1}a{color:#79c0ff}}`

const steps: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
  [
    'iPhone / iPad',
    'iPhone / iPad',
    [
      ['用 Safari 打开本页，点“下载证书”，选择“允许”。', 'Open this page in Safari, tap “Download the certificate”, choose Allow.'],
      ['打开“设置”，点顶部的“已下载描述文件”，点“安装”。', 'Open Settings, tap “Profile Downloaded” at the top, tap Install.'],
      [
        '设置 › 通用 › 关于本机 › 证书信任设置，打开 Wardkeeper 的开关。',
        'Settings › General › About › Certificate Trust Settings: switch Wardkeeper on.',
      ],
      [
        '回到本页，点“打开医械管家”，再用“添加到主屏幕”安装。',
        'Come back, tap “Open Wardkeeper”, then install it with “Add to Home Screen”.',
      ],
    ],
  ],
  [
    'Android',
    'Android',
    [
      ['点“下载证书”，保存文件。', 'Tap “Download the certificate” and keep the file.'],
      [
        '设置 › 安全 › 更多安全设置 › 加密与凭据 › 安装证书 › CA 证书，选择刚下载的文件。',
        'Settings › Security › More security › Encryption & credentials › Install a certificate › CA certificate: choose the file.',
      ],
      [
        '回到本页，用 Chrome 打开医械管家，菜单中选择“安装应用”。',
        'Come back, open Wardkeeper in Chrome and choose “Install app” in its menu.',
      ],
    ],
  ],
  [
    'Windows / macOS / Linux',
    'Windows / macOS / Linux',
    [
      [
        '下载证书，双击，导入“受信任的根证书颁发机构”（macOS：钥匙串访问 › 系统，设为“始终信任”）。',
        'Download the certificate, open it and import it into “Trusted Root Certification Authorities” (macOS: Keychain Access › System, “Always Trust”).',
      ],
      ['重新启动浏览器。', 'Restart the browser.'],
    ],
  ],
]

/** The page that leads a person through trusting the local authority. `app`: address of the program; `fingerprint`: SHA-256 of the authority. */
export function trustPage(app: string, fingerprint: string): string {
  const sections = steps
    .map(
      ([zh, , list]) =>
        `<h2>${zh}</h2><ol>${list.map(([chinese, english]) => `<li>${chinese}<br><span class="en">${english}</span></li>`).join('')}</ol>`,
    )
    .join('')
  return `<!doctype html><html lang="zh"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>信任本院的医械管家 / Trust Wardkeeper</title><style>${style}</style>
<h1>信任本院的医械管家<br><small>Trust this hospital’s Wardkeeper</small></h1>
<p>手机要用相机扫码并离线工作，需要先信任本机的证书。每台手机只做一次。<br><span class="en">A phone must trust this machine’s certificate before it may use its camera and work without a signal. Once per phone.</span></p>
<a class="b" href="/trust/authority.crt">下载证书 / Download the certificate</a>${sections}
<a class="b" href="${app}/m/">打开医械管家 / Open Wardkeeper</a>
<p>安装前请核对：手机显示的证书指纹应与服务器终端打印的一致。<br><span class="en">Before you install it, compare: the fingerprint on the phone must be the one that the terminal of the server shows.</span></p>
<p><small>SHA-256<br><code>${fingerprint}</code><br>该证书只能用于本地网络地址，不能冒充互联网网站。/ This authority may speak for local addresses only, for no site of the internet.</small></p></html>`
}
