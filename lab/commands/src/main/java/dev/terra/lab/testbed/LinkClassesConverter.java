package dev.terra.lab.testbed;

import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.TestbedException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads weights of three classes, such as {@code 8:4:1}. */
final class LinkClassesConverter implements ITypeConverter<LinkClasses> {
  @Override
  public LinkClasses convert(String text) {
    try {
      return LinkClasses.parse(text);
    } catch (TestbedException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
