export const findOrInstallSlapd: () => string
