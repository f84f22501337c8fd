import { escapeXml } from '../../document/escape-xml.ts';

/** An item of a package. */
export interface PackedItem {
  readonly identifier: string;
  readonly chapter: string;
  readonly words: readonly string[];
  readonly media: ReadonlySet<string>;
}

/** The order of the items, with a section for each chapter. */
export function qtiTest(title: string, items: readonly PackedItem[]): string {
  const sections = Map.groupBy(items, ({ chapter }) => chapter);
  return `<?xml version="1.0" encoding="UTF-8"?>
<assessmentTest xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="test" title="${escapeXml(title)}"><testPart identifier="part" navigationMode="nonlinear" submissionMode="simultaneous">${[
    ...sections,
  ]
    .map(
      ([chapter, list], at) =>
        `<assessmentSection identifier="section_${at + 1}" title="${escapeXml(chapter)}" visible="true">${list
          .map(({ identifier }) => `<assessmentItemRef identifier="${identifier}" href="items/${identifier}.xml"/>`)
          .join('')}</assessmentSection>`,
    )
    .join('')}</testPart></assessmentTest>
`;
}

export function qtiManifest(items: readonly PackedItem[], media: readonly string[]): string {
  const resources = items.map(
    ({ identifier, words, media: files }) =>
      `<resource identifier="r_${identifier}" type="imsqti_item_xmlv2p1" href="items/${identifier}.xml">${
        words.length === 0
          ? ''
          : `<metadata><lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general>${words.map((word) => `<keyword><string>${escapeXml(word)}</string></keyword>`).join('')}</general></lom></metadata>`
      }<file href="items/${identifier}.xml"/>${[...files].map((file) => `<file href="media/${encodeURIComponent(file)}"/>`).join('')}</resource>`,
  );
  const tests = items.map(({ identifier }) => `<dependency identifierref="r_${identifier}"/>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="manifest"><metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata><organizations/><resources><resource identifier="r_test" type="imsqti_test_xmlv2p1" href="test.xml"><file href="test.xml"/>${tests}</resource>${resources.join('')}${media
    .map(
      (file, at) =>
        `<resource identifier="r_media_${at}" type="webcontent" href="media/${encodeURIComponent(file)}"><file href="media/${encodeURIComponent(file)}"/></resource>`,
    )
    .join('')}</resources></manifest>
`;
}
