/** Words of speaking instead of typing. They load with forms. */
export const voiceWords = {
  start: (what: string) => ({ zh: `语音输入${what}`, en: `Dictate ${what}` }),
  stop: { zh: '停止语音输入', en: 'Stop dictation' },
  offline: { zh: '语音输入需要联网，请改用键盘', en: 'Dictation needs a network. Please type' },
  refused: { zh: '没有使用麦克风的权限，请改用键盘', en: 'No permission to use the microphone. Please type' },
} as const
