/** Parts of the patterns of several limits. */
export const STOPS =
  '(stop / stops / stopping / halt / halts / halting / quit / quits / quitting / end / ends / ending / finish / finishes / finishing / cease / terminate / conclude / call it / call it a day / call it quits / wrap up / wrap it up / shut down / shut it down / kill it / pull the plug / pack it in / done / be done / abort / cancel / switch off / turn it off / switch it off / discontinue)'
export const WHAT_RUNS =
  '(it / everything / all / buying / selling / spending / trading / the / whole / thing / lot / bot / strategy / plan / dca / orders / this / that / there / automatically / please / all of it / grid / run / for good / off / down / then / right)*'
export const ONCE = '(when / once / after / as soon as / if / whenever / the moment / at / in case / should)'
export const WHO_SPENDS =
  "(i / we / you / it / the bot / i've / we've / you've / it's / there's / a total of / a / the / total / have / has / had / is / been / all / of / my / in total)*"
export const OF_ALL =
  "(there / there's / is / a / the / my / total / it / hits / reaches / we / i / have / had / of / are / in / at)*"
