/** Parts of the patterns of exits: the lead-in, the verb, the object, the condition, and the price's direction. */
export const EXIT_LEAD =
  '(and / then / or / but / please / , / also / with / a|an|the|my / automatically / i want to ' +
  '/ want to / to / should / must / it should be / be / auto / put / set / place / add / use / keep / maintain / apply / give / attach / ' +
  'fixed / hard / together with / using / have / at / on / just / me / that / will / would / either / plus / including / ' +
  'include / having / needs / need / requires / should have / must have / could use / gets / deserves / wants)*'
export const OUT =
  "(SELL_VERB / LEAVES / get me out / bail / bail out / stop me out / stop out / cut it / cut / cut losses / cut my losses / cut my loss / cut the loss / cut the losses / out / stop / end it / close it / exit it / be out / kick me out / leave / drop it / i'm out / im out / take me out / take it off / end / stops / quit / ends / let it go / it ends / ending / take profit / take profits / get out / jump out / stopping / stop buying / stop it / stop the bot / stop everything / stop trading / shut it down / halt / terminate / kill it / kill the bot / kill / pull the plug / switch it off / turn it off / shut it off / close the bot / close everything / sell everything)"
/** Nobody says these of a loss. */
export const OUT_UP = `(CASHES_IN / ${OUT})`
export const IT =
  '(it / all / everything / them / the position / position / my position / all of it / it all / out / again / the lot / the whole thing / the bag / back / the trade / trade / off / my bag / the whole position / whatever i have / if / those / the tokens / my tokens / the coins / automatically / strategy / the strategy / the bot / this)*'
export const WHEN =
  '(if / when / once / whenever / as soon as / should / in case / on / at / after / the moment / upon / either at / either if / either when / either / in case of / with / for / by / or if / or when / if ever / where / if and when / only if / only when)'
export const IT_IS =
  '(SUBJECT / IS / HAVE_SHORT / either / has / it / i / we / ever / my / have / ve / are / #token / of)*'
export const BY =
  '(by / more than / over / at least / of / a|an|the|about / at / to / - / + / another / max / ' +
  '= / : / than / around / some / full / like / at most / as much as / total / whole / even / hits / reaches / hit / reach / exceeds)*'
export const FROM =
  '((from / below / under / above / over / of / on / against / versus / vs / to / than) ' +
  '(the|my)? (ENTRY_PRICE / TODAY / there / that / here / it / this / it now) / ' +
  'of (its / the) (value / price / worth) / (on / for) (the / my / this)* (whole / entire)* (strategy / position / trade / plan / thing / bot))?'
export const BAD =
  '(DOWN / LOSE / in the red / underwater / under water / loss / in loss / against me / negative / in minus / minus / under)'
export const GOOD =
  '(UP / profit / in profit / in the green / gain / gains / in plus / in the money / plus / ahead / in front / higher / better)'
export const STOP = '(STOP_LOSS)'
export const TAKE = '(TAKE_PROFIT)'
export const AT =
  '(LINK / #token / just / AT_MOST / if it / of / -> / order / if / when / once / it falls / down / below / drops / SUBJECT / IS)*'

export const HIT = '(is / gets / has been / was)? (hit / reached / triggered / touched / met)'
export const THEN_OUT = `(, / then / also / again / too / please / just / you / u / i / we / to / must / should / will / it should)* ${OUT} ${IT}`
export const THEN_UP = THEN_OUT.replace(OUT, OUT_UP)
