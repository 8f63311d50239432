// Ends this process once the one that started it has ended, in whatever way: a killed test cannot end its processes.
// Preload it, with the parent's id as its query if the parent may end before this is loaded.
const parent = Number(new URL(import.meta.url).search.slice(1)) || process.ppid
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500).unref()
