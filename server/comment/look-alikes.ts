/** Pairs of two strings of the same length: the sign as written, the sign as read. */
const read = (written: string, meant: string): [string, string][] => {
  const to = [...meant];
  return [...written].map((sign, at) => [sign, to[at] ?? sign]);
};
const letters = (first: number): [string, string][] =>
  Array.from({ length: 26 }, (_, at) => [String.fromCodePoint(first + at), String.fromCharCode(97 + at)]);

/**
 * Signs that look like a Latin letter or like a Chinese character and that NFKC leaves apart (a choice from Unicode UTS 39, confusables).
 * Capitals are listed where they look like another letter than the small one.
 */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  // Cyrillic
  ...read('аеорсухіјѕһԁԛԝүьвкмнтпгиѵӏғҮЗчԍ', 'aeopcyxijshdqwybbkmhtnruvlfy34g'),
  // Greek
  ...read('αβγεζηικλμνοπρστυχωςΗΝΜΥΖΡΧ', 'abyeznikluvonpotuxwchnmyzpx'),
  // Armenian
  ...read('օսհոցզՕՍ', 'ouhngqou'),
  // Latin letters with a stroke, without a dot, from phonetic alphabets and small capitals
  ...read('łøđħŧıȷɑɡɩʋƅƙɓɗɠɦɱɲƭʐ', 'lodhtijagivbkbdghmntz'),
  ...read('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'),
  // Cherokee
  ...read('ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ', 'abcdeghjklmprstvwz'),
  // Negative circled, negative squared letters, and letters of flags
  ...letters(0x1f150),
  ...letters(0x1f170),
  ...letters(0x1f1e6),
  // Radicals of the supplement block, which look like whole characters
  ...read(
    '⺠⻋⻅⻉⻓⻔⻚⻛⻜⻝⻢⻥⻦⻩⻬⻮⻰⻳⺟⻄⻆⻘⻤⻣⺝⺒⺓⺇⺍⺌⺘⺮⺷⻏⺁⺄⺋⺎⺐⺑⺖⺛⺞⺪⺫⺬⺭⺯⺱⺲⺴⺵⺶⺸⺹⺻⻀',
    '民车见贝长门页风飞食马鱼鸟黄齐齿龙龟母西角青鬼骨月巳幺几小小手竹羊邑厂乙卩兀尢尢心无歹疋目示示糸网网网网羊羊老聿艸',
  ),
  // Kana that look like characters
  ...read('ロエカニハタトーセヒチ', '口工力二八夕卜一七匕千'),
]);

/** Digits and signs that stand for letters in Latin words. */
export const LETTER_SIGNS: ReadonlyMap<string, string> = new Map(read('013457@$!|', 'oleastasil'));
