/** 繁 and 简, a pair a sign: `萬 万|後 后|…`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
