// Ends this process once the one that started it has ended, however that was: a killed test cannot end what it started.
// To be preloaded, with that one's id as its query where it may end before this is loaded.
const parent = Number(new URL(import.meta.url).search.slice(1)) || process.ppid
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500).unref()
