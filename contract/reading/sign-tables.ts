/** Ignored: soft hyphen, joiners, direction marks, variation selectors, and the line break within a paragraph. */
export const UNSEEN = '\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb';

/** Radicals from U+2E80 without a Unicode decomposition, mapped to their standard character; a blank means no mapping. */
export const RADICALS =
  ' 厂乛乚乙亻冂 刀刂卜 小小兀尣尢 巳幺彑彐忄心扌攵 旡日月歺母民氵 灬爫爫丬牛犭王疋目示礻竹糹纟罓罒网罓网羊羊羊耂肀聿月臼艹艹艹虎衤覀西见角角讠贝足车辶辶辶阝钅長镸长门阜阝雨青韦页风飞食飠飠饣 马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟';
export const FIRST_RADICAL = 0x2e80;
